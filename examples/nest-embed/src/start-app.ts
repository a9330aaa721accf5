import { type LoggerService, type LogLevel, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { AppModule } from './app.module.js';
import type { Settings } from './database.module.js';

export interface StartOptions extends Settings {
  readonly host: string;
  /** 0 takes one that is free. */
  readonly port: number;
  readonly logger: LoggerService | LogLevel[];
}

/** Uploads of 100 MB may take their time: Node's default of five minutes is too short for a slow line. */
const REQUEST_TIMEOUT_MS = 900_000;

/** Starts the application. If it cannot listen, everything that was opened is closed again. */
export async function startApp({
  host,
  port,
  logger,
  ...settings
}: StartOptions): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.forRoot(settings), {
    logger,
    abortOnError: false,
  });
  try {
    app.setGlobalPrefix('api', { exclude: ['health'] });
    app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true }));
    serveDocumentation(app);
    app.getHttpServer().requestTimeout = REQUEST_TIMEOUT_MS;
    await app.listen(port, host);
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Swagger UI at /docs, the document at /docs-json: the host's routes and Dialproof's alike. */
function serveDocumentation(app: NestExpressApplication): void {
  const about = new DocumentBuilder()
    .setTitle('An application with Dialproof')
    .setDescription('Sign up, press Authorize, and paste the token.')
    .addBearerAuth({ type: 'http', scheme: 'bearer' })
    // For every route without a scheme of its own: Dialproof leaves it to the host, since the guard is the host's.
    .addSecurityRequirements('bearer')
    .build();
  // Dialproof's routes have a tag of their own, and so have the host's.
  const options = { autoTagControllers: false };
  SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, about, options));
}
