"""Records: schema, manifest, run directories, importers."""
