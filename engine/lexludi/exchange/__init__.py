"""Exchange: raw documents to skeletons of texts, and texts beside their witnesses."""
