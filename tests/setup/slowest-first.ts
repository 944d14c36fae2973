import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Slow files, the slowest first. If one of them started last, it would keep a single worker busy at the end. */
const slow = [
  'tests/attacks/',
  'tests/e2e/fresh-clone',
  'packages/environments/src/sandbox/',
  'packages/environments/src/docker/',
  'tests/packaging/',
  'tests/integration/',
  'tests/e2e/',
  'tests/patterns/',
  'packages/environments/',
  'packages/runtime/',
  'packages/tools/src/process/',
  'packages/tools/src/code/',
]

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((left, right) => rank(left) - rank(right))
  }
}

function rank({ moduleId }: TestSpecification): number {
  const found = slow.findIndex((path) => moduleId.includes(path))
  return found === -1 ? slow.length : found
}
