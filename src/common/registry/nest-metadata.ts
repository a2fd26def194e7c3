// Nest keeps what its routing decorators declare under keys that it publishes for its own packages only.
export { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
