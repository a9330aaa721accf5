import { VerificationService } from '@dialproof/nestjs';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import type { App } from 'supertest/types';
import { AppModule } from './../src/app.module';

const PHONE = '+14155552671';

describe('AppController (e2e)', () => {
  let app: INestApplication<App>;

  async function start(builder = Test.createTestingModule({ imports: [AppModule] })) {
    app = (await builder.compile()).createNestApplication();
    await app.init();
  }

  afterEach(() => app.close());

  it('/v1/verify (POST)', async () => {
    await start();
    const reply = await request(app.getHttpServer())
      .post('/v1/verify')
      .set('Authorization', 'Bearer a-token')
      .send({ phone: PHONE })
      .expect(200);
    expect(reply.body).toMatchObject({ phone: PHONE, status: 'inactive' });
  });

  it('/numbers/:phone (GET)', async () => {
    await start();
    await request(app.getHttpServer()).get(`/numbers/${PHONE}`).expect(200).expect('inactive');
  });

  it('/numbers/:phone (GET), with another service', async () => {
    const fake = { verify: async () => ({ phone: PHONE, status: 'dead', checkedAt: 0 }) };
    const builder = Test.createTestingModule({ imports: [AppModule] });
    await start(builder.overrideProvider(VerificationService).useValue(fake));
    await request(app.getHttpServer()).get(`/numbers/${PHONE}`).expect(200).expect('dead');
  });
});
