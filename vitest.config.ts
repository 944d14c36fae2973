import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { FileReporter } from './tests/setup/file-reporter.ts'
import { sharedWorkerFiles } from './tests/setup/shared-worker-files.ts'
import { SlowestFirst } from './tests/setup/slowest-first.ts'

/**
 * Packages are tested from their sources; `tests/` drives what was built. Node gets these, too: `import` among them would give
 * `require` the wrong files of packages that have both kinds.
 */
const conditions = ['@hermes/source', 'node']

const include = ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'tests/**/*.test.ts', 'evals/**/*.test.ts']
const packed = ['tests/packaging/**/*.test.ts']
const shared = [...sharedWorkerFiles(include)]
/** Every agent of a machine cleans up after a dead one: what checks that one agent does it has no other agent beside it. */
const alone = ['packages/environments/src/local/processes.test.ts']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'apart', include, exclude: [...configDefaults.exclude, ...shared, ...packed, ...alone] },
      },
      { extends: true, test: { name: 'packed', include: packed, globalSetup: 'tests/setup/packed-packages.ts' } },
      { extends: true, test: { name: 'together', include: shared, isolate: false } },
      { extends: true, test: { name: 'alone', include: alone, sequence: { groupOrder: 1 } } },
    ],
    sequence: { sequencer: SlowestFirst },
    // Tests multiply their rounds by it: see CONTRIBUTING.md.
    provide: { effort: Number(process.env.TEST_EFFORT ?? 1) },
    // What a test that passes prints is of no interest.
    silent: 'passed-only',
    reporters: [new FileReporter()],
    setupFiles: ['tests/setup/property-seed.ts'],
    // Half of the time tests wait for processes, so there are more workers than cores.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    testTimeout: 30_000,
    // What is waited for comes at once on an idle machine, and late on a busy one.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
    // The machine's own settings must not leak into a test.
    env: { HERMES_HOME: '', NO_COLOR: '1' },
  },
})
