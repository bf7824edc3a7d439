"""What lies between the network and the API: the ASGI application, middleware, the HTML shell of the
pages.
"""
