"""Django's settings: of the embedded profile, which needs nothing but a folder, and of the site profile."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from clew_studio.accounts.mail import mail_of
from clew_studio.shared.config import from_environment
from clew_studio.shared.engines import caches_of, database_of

CONFIG = from_environment()
HERE = Path(__file__).parent

SECRET_KEY = CONFIG.secret_key()
DEBUG = False
ALLOWED_HOSTS = CONFIG.hosts
CSRF_TRUSTED_ORIGINS = [CONFIG.url] if CONFIG.url else []
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if CONFIG.is_secure else None

INSTALLED_APPS = [
    "clew_studio.app.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "ninja",
    "clew_studio.app.StudioConfig",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "clew_studio.web.middleware.HeadersMiddleware",
    "clew_studio.web.middleware.AddressMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "clew_studio.web.middleware.CompressionMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "clew_studio.web.middleware.RateMiddleware",
    "clew_studio.web.middleware.CsrfMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "clew_studio.web.middleware.HelpMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
ROOT_URLCONF = "clew_studio.web.urls"
WSGI_APPLICATION = None
APPEND_SLASH = False
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [HERE / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

DATABASES: dict[str, dict[str, Any]] = {"default": database_of(CONFIG)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = caches_of(CONFIG)

PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
PASSWORD_RESET_TIMEOUT = 24 * 3600

SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"  # written to the database, read from a cache
SESSION_CACHE_ALIAS = "sessions"
SESSION_COOKIE_AGE = 365 * 24 * 3600
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = CONFIG.is_secure
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_HTTPONLY = False  # the client reads it, to send it back as a header
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if CONFIG.is_secure else 0
CSRF_FAILURE_VIEW = "clew_studio.web.middleware.refused"

DATA_UPLOAD_MAX_MEMORY_SIZE = 1 << 20
FILE_UPLOAD_MAX_MEMORY_SIZE = 1 << 20

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr", "Français")]
LANGUAGE_COOKIE_NAME = "language"
LOCALE_PATHS = [HERE / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATICFILES_DIRS = [HERE / "static"] if (HERE / "static").is_dir() else []  # there once the client is built
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/studio/assets/.+-[\w-]{8}\.\w+$"  # named by their content

MAIL = mail_of(CONFIG.mail)
EMAIL_BACKEND = MAIL.backend
EMAIL_FILE_PATH = CONFIG.folder / "mail"
EMAIL_HOST, EMAIL_PORT = MAIL.host, MAIL.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL.user, MAIL.password
EMAIL_USE_TLS, EMAIL_USE_SSL = MAIL.starttls, MAIL.tls
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = CONFIG.sender

FORMATTERS = {"json": {"()": "clew_studio.shared.lines.JsonFormatter"}, "plain": {}}
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": FORMATTERS,
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "json" if CONFIG.shared else "plain"}
    },
    "loggers": {
        "clew_studio": {"handlers": ["console"], "level": "WARNING"},
        "clew_studio.requests": {"level": "INFO"},
        "django": {"handlers": ["console"], "level": "ERROR"},
    },
}
