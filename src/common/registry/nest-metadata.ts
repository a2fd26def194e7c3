// Nest exports the metadata keys of its routing decorators for its own packages only.
export { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
