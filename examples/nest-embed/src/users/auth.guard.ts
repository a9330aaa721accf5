import {
  applyDecorators,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  UnauthorizedException,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiSecurity } from '@nestjs/swagger';
import { type HostRequest, type User, UsersService } from './users.service.js';

const IS_PUBLIC = 'is public';

/** Opens a route, or all routes of a controller, to users who have not signed in. */
export const Public = () => applyDecorators(SetMetadata(IS_PUBLIC, true), ApiSecurity({}));

/** The user who has signed in, as a parameter of a handler whose route is not public. */
export const CurrentUser = createParamDecorator((_data: unknown, context: ExecutionContext): User => {
  const { user } = requestOf(context);
  if (user === undefined) throw new TypeError('@CurrentUser() is for routes that are not public');
  return user;
});

/** Guards every route of the application, Dialproof's too: puts the user on the request, and refuses strangers. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly users: UsersService,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const isPublic = this.reflector.getAllAndOverride<boolean | undefined>(IS_PUBLIC, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (isPublic) return true;
    const request = requestOf(context);
    request.user = this.users.userOf(request);
    if (request.user === undefined) throw new UnauthorizedException('Send Authorization: Bearer <token>.');
    return true;
  }
}

function requestOf(context: ExecutionContext): HostRequest {
  return context.switchToHttp().getRequest<HostRequest>();
}
