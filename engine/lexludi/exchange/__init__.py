"""Exchange: raw documents to skeletons, texts beside their witnesses, and texts in the forms that others read."""
