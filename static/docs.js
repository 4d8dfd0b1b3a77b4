// The page /docs: Swagger UI on our own document.
const place = document.getElementById("swagger-ui");
SwaggerUIBundle({ url: place.dataset.document, domNode: place, validatorUrl: null, deepLinking: false });
