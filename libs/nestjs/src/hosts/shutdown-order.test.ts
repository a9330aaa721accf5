import { Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { createHost, memoryOptions } from '../fixtures/host-application.fixture.js';
import { VerificationModule } from '../module/verification.module.js';

/** A host that notes when its database and the service are closed. */
function notedHost({ global }: { readonly global: boolean }) {
  const closed: string[] = [];
  @Injectable()
  class Database {
    readonly isOpen = true;
  }
  @Module({ providers: [Database], exports: [Database] })
  class DatabaseModule implements OnApplicationShutdown {
    onApplicationShutdown(): void {
      closed.push('database');
    }
  }
  const database = { module: DatabaseModule, global };
  const verification = VerificationModule.forRootAsync({
    imports: global ? [] : [database],
    inject: [Database],
    useFactory() {
      const options = memoryOptions();
      const close = async () => {
        await options.service.close();
        closed.push('service');
      };
      return { ...options, service: { ...options.service, close } };
    },
  });
  return { closed, database, verification };
}

describe('an application that is closed', () => {
  it('closes the service before the database of a module that VerificationModule imports', async () => {
    const { closed, verification } = notedHost({ global: false });
    const app = await createHost({ imports: [verification] });
    await app.init();
    await app.close();
    expect(closed).toEqual(['service', 'database']);
  });

  it.each(['before', 'behind'])('closes it before that of a global module, imported %s it', async (place) => {
    const { closed, database, verification } = notedHost({ global: true });
    const imports = place === 'before' ? [database, verification] : [verification, database];
    const app = await createHost({ imports });
    await app.init();
    await app.close();
    expect(closed).toEqual(['service', 'database']);
  });
});
