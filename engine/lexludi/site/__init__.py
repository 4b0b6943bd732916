"""The website: its pages, made from texts and rules, and what builds them into a site."""
