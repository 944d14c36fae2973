import type { ModelChoice } from '@hermes/core'
import { onTestFinished } from 'vitest'
import { openHost } from '../src/open-host.js'
import type { Runtime } from '../src/runtime.js'
import type { OpenHostOptions, RuntimeHost } from '../src/runtime-host.js'
import type { Surface } from '../src/runtime-options.js'
import { tempFolder, tempHome } from './temp-home.js'

export interface TestHost {
  readonly host: RuntimeHost
  /** Opens another surface, in its own folder unless one is given. */
  open(surface?: Partial<Surface>, workingDirectory?: string, model?: ModelChoice): Promise<Runtime>
}

/** A host on a real home, disposed with the test. */
export async function testHost(options: Partial<OpenHostOptions> = {}): Promise<TestHost> {
  const paths = options.paths ?? (await tempHome())
  const host = await openHost({ variables: { PATH: process.env.PATH, HOME: paths.home }, ...options, paths })
  onTestFinished(() => host[Symbol.asyncDispose]())
  return {
    host,
    async open(surface, workingDirectory, model) {
      const runtime = await host.open({
        surface: { source: 'test', ...surface },
        workingDirectory: workingDirectory ?? (await tempFolder()),
        ...(model && { model }),
      })
      onTestFinished(() => runtime[Symbol.asyncDispose]())
      return runtime
    },
  }
}
