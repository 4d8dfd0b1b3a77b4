# The server alone: it needs a PostgreSQL (DATABASE_URL), as docker-compose.yml brings along.
FROM python:3.13-slim AS build
WORKDIR /srv/tertulia
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONDONTWRITEBYTECODE=1
RUN python -m venv .venv
ENV PATH=/srv/tertulia/.venv/bin:$PATH
COPY requirements.lock ./
RUN pip install --require-hashes -r requirements.lock

# npm and the scissors for fonts, from PyPI, live in an environment of their own that stays behind.
COPY tools/vendor.py tools/
COPY static/fonts.css static/
COPY package.json package-lock.json requirements-node.lock requirements-fonts.lock .npmrc ./
RUN python -m venv /tmp/front && /tmp/front/bin/python tools/vendor.py && rm -rf node_modules

COPY pyproject.toml requirements.in requirements-embedded.in README.md LICENSE THIRD_PARTY_NOTICES.md ./
COPY app app
COPY migrations migrations
COPY templates templates
COPY static static
COPY translations translations
RUN pip install --no-deps --no-build-isolation -e . && python -m compileall -q app .venv
# Compiles the templates, too: the server may not write here.
RUN python -c "from app.settings import Settings; from app.web.addresses import Addresses; \
from app.web.rendering import create; create(Settings(), Addresses(Settings()))"

FROM python:3.13-slim
RUN useradd --system --no-create-home --uid 10001 tertulia
COPY --from=build /srv/tertulia /srv/tertulia
ENV PATH=/srv/tertulia/.venv/bin:$PATH PYTHONUNBUFFERED=1 TERTULIA_HOST=0.0.0.0
WORKDIR /srv/tertulia
USER 10001
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-m", "app.serving.health"]
ENTRYPOINT ["tertulia"]
CMD ["serve"]
