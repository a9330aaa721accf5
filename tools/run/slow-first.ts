import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Begins with the files that take longest, so that no worker is left with one of them at the end: programs that are started and installed,
 * then whole contract suites. Files of one project stay together, since a worker keeps its modules only until the next project.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}

const PROJECTS = ['programs', 'nest 11', 'libs'];

function place({ project, moduleId }: TestSpecification): number {
  return 3 * PROJECTS.indexOf(project.name) + placeInProject(moduleId);
}

function placeInProject(moduleId: string): number {
  if (/tools\/(?:packages|simulation)/.test(moduleId)) return 0;
  return moduleId.includes('contract') ? 1 : 2;
}
