"""The doors: pages, forms, socket, JSON API, and who may come through them."""
