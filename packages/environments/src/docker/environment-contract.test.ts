import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { environmentContract } from '@hermes/testkit/contracts'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { findTestEngine } from '../../testing/container-engine.js'
import { createDockerEnvironment } from './docker-environment.js'

const engine = await findTestEngine()

if (typeof engine === 'string') {
  describe.skip(`skipped: ${engine}`, () => test('the environment contract'))
} else {
  describe(`in a container of ${engine.program}`, () => {
    let workspace: string
    beforeAll(async () => {
      workspace = await mkdtemp(join(tmpdir(), 'hermes-workspace-'))
    })
    afterAll(async () => {
      await engine[Symbol.asyncDispose]()
      await rm(workspace, { recursive: true, force: true })
    })

    environmentContract({
      name: 'docker',
      // All tests share one container, as sessions do.
      async create() {
        const folder = await mkdtemp(join(workspace, 'test-'))
        return createDockerEnvironment({
          container: { image: engine.image, network: false, workspace },
          program: engine.program,
          variables: engine.variables,
          workingDirectory: `/workspace/${basename(folder)}`,
          killGraceMs: 300,
        })
      },
    })
  })
}
