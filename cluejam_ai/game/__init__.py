"""The rules, on integers: cards, rulesets, state, engine, views, notation."""
