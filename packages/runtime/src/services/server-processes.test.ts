import { HermesError, silentLogger } from '@hermes/core'
import { expect, test } from 'vitest'
import { tempFolder } from '../../testing/temp-home.js'
import { createServerProcesses } from './server-processes.js'

test('does not start a program whose package is refused', async () => {
  const refused = new HermesError('package/malicious', 'npm evil was not started.')
  const asked: unknown[] = []
  const packages = {
    async assertHarmless(command: unknown) {
      asked.push(command)
      throw refused
    },
  }
  await using processes = createServerProcesses({
    workingDirectory: await tempFolder(),
    variables: {},
    logger: silentLogger,
    packages,
  })
  const endpoint = { kind: 'stdio', command: 'npx', args: ['evil'], variables: {} } as const
  await expect(processes.start(endpoint, new AbortController().signal)).rejects.toBe(refused)
  expect(asked).toEqual([{ command: 'npx', args: ['evil'] }])
})
