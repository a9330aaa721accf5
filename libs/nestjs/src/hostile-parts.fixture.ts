import type { IncomingMessage } from 'node:http';
import {
  type ArgumentsHost,
  Body,
  type CallHandler,
  type CanActivate,
  Catch,
  Controller,
  type ExceptionFilter,
  type ExecutionContext,
  Get,
  HttpException,
  Inject,
  Injectable,
  type NestInterceptor,
  NotFoundException,
  Post,
  Scope,
} from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { Exclude } from 'class-transformer';
import { IsInt } from 'class-validator';
import { map, type Observable, timeout } from 'rxjs';

class Order {
  @IsInt()
  apples: unknown;
}

class Receipt {
  readonly ordered: unknown;

  @Exclude()
  readonly secret = 'margin';

  constructor(ordered: unknown) {
    this.ordered = ordered;
  }
}

/** The host's own routes, on which its manners show. */
@Controller('orders')
export class OrdersController {
  @Get()
  list(): readonly string[] {
    return ['apples'];
  }

  @Get('lost')
  lost(): never {
    throw new NotFoundException('no such order');
  }

  @Post()
  order(@Body() order: Order): Receipt {
    return new Receipt(order);
  }
}

/** Every error in an envelope. */
@Catch()
export class EnvelopeFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    const status = thrown instanceof HttpException ? thrown.getStatus() : 500;
    // Both platforms have these two.
    host
      .switchToHttp()
      .getResponse()
      .status(status)
      .send({ ok: false, error: Object(thrown).message });
  }
}

/** Every result in an envelope. */
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((data) => ({ ok: true, data })));
  }
}

export class TimeoutInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(timeout(20_000));
  }
}

/** Puts a user on the request, as a host's session does. */
export class SessionGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<IncomingMessage & { user?: object }>();
    request.user = { name: 'ann' };
    return true;
  }
}

/** What lives as long as a request makes whatever it stands before live as long. */
@Injectable({ scope: Scope.REQUEST })
export class GuardOfRequest implements CanActivate {
  constructor(@Inject(REQUEST) private readonly request: object) {}

  canActivate(): boolean {
    return 'headers' in this.request;
  }
}

@Injectable({ scope: Scope.REQUEST })
export class InterceptorOfRequest extends EnvelopeInterceptor {
  constructor(@Inject(REQUEST) readonly request: object) {
    super();
  }
}

@Catch()
@Injectable({ scope: Scope.REQUEST, durable: true })
export class DurableFilter extends EnvelopeFilter {
  constructor(@Inject(REQUEST) readonly request: object) {
    super();
  }
}
