import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentContract } from '@hermes/testkit/contracts'
import { describe } from 'vitest'
import { createLocalEnvironment } from '../local/local-environment.js'
import { createSandbox } from './create-sandbox.js'
import { probeSandbox } from './probe-sandbox.js'

for (const holder of ['bubblewrap', 'unshare'] as const) {
  const probed = await probeSandbox({ holders: [holder] })
  const name = probed.status === 'available' ? `commands held by ${holder}` : `skipped: ${probed.reason}`

  describe.skipIf(probed.status === 'unavailable')(name, { timeout: 120_000 }, () => {
    if (probed.status === 'unavailable') return
    environmentContract({
      name: `local, held by ${holder}`,
      async create() {
        const folder = await mkdtemp(join(tmpdir(), 'hermes-sandbox-'))
        const workingDirectory = await mkdtemp(join(folder, 'work-'))
        const sandbox = createSandbox(probed, {
          policy: { workspaces: [workingDirectory], network: 'none' },
          stateFolder: join(folder, 'state'),
        })
        const environment = createLocalEnvironment({
          workingDirectory,
          variables: process.env,
          killGraceMs: 300,
          sandbox,
        })
        return {
          ...environment,
          async [Symbol.asyncDispose]() {
            await environment[Symbol.asyncDispose]()
            await sandbox[Symbol.asyncDispose]()
            await rm(folder, { recursive: true, force: true })
          },
        }
      },
    })
  })
}
