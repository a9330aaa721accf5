import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Starts with the longest files, so that no worker ends with one of them. The few files of Nest 11 go first, since a worker has to start
 * anew between two projects. Then come started programs, browsers and simulations, then contract suites, then the rest.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}

function place({ moduleId, project }: TestSpecification): number {
  if (project.name === 'nest 11') return 0;
  if (project.name === 'long' || /dashboard\/src\/browser|(?:npm-start|process)\.test/.test(moduleId))
    return 1;
  return moduleId.includes('contract') ? 2 : 3;
}
