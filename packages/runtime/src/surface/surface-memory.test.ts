import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { testHost } from '../../testing/open-host.js'
import { tempFolder, tempHome } from '../../testing/temp-home.js'

setFlagsFromString('--expose-gc')
const collect: () => Promise<void> = runInNewContext('gc')
const surfaces = 50

/** Returns the heap size after garbage collection. */
async function heldBytes(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    await collect()
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  return process.memoryUsage().heapUsed
}

test('takes less than 160 kB per surface of an open host', async () => {
  const host = await testHost({ paths: await tempHome({ config: 'model: { provider: offline }\n' }) })
  const folder = await tempFolder()
  const open = async () => (await host.open({ keepsRunning: true }, folder)).agentFor({})
  // The first surfaces also pay for what V8 learns about the code.
  for (let number = 0; number < 10; number++) await open()
  const before = await heldBytes()
  for (let number = 0; number < surfaces; number++) await open()
  expect(((await heldBytes()) - before) / surfaces).toBeLessThan(160_000)
})
