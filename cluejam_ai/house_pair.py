"""Who plays where a user names nobody: a pair that was chosen for partners who think differently.

The spymaster averages three of the shipped families and the guesser thinks in the fourth, because a pair that
shares its vectors wins nearly always and shows nothing. The choice and the boards that it was made on are
told in ``experiments/which_pair``.
"""

from dataclasses import dataclass

#: What an agent thinks in that is named without vectors.
DEFAULT_EMBEDDING = "use"


@dataclass(frozen=True)
class HouseAgent:
    """An agent with the vectors that it has where neither is named.

    Attributes
    ----------
    name : str
        The agent.
    embedding : str
        Its vectors.
    """

    name: str
    embedding: str

    def __str__(self) -> str:
        return f"{self.name}(embedding={self.embedding})"

    def seated(self, agent: str | None, *embeddings: str | None) -> tuple[str, str]:
        """Return the agent and the vectors that play.

        Parameters
        ----------
        agent : str, optional
            What the user named.
        *embeddings : str, optional
            What the user named, the most special first. An agent that is named without vectors thinks in
            `DEFAULT_EMBEDDING`.

        Returns
        -------
        agent, embedding : str
        """
        named = next((embedding for embedding in embeddings if embedding is not None), None)
        if agent is None:
            return self.name, named or self.embedding
        return agent, named or DEFAULT_EMBEDDING


HOUSE_SPYMASTER = HouseAgent("robust", "use+minilm+glove50")
HOUSE_GUESSER = HouseAgent("bayes", "wordnet-gloss")
