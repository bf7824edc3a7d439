"""What stands between the network and the API: the ASGI application, middleware, the pages' shell."""
