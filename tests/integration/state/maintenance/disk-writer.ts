// Writes while some system calls fail, and reports the outcome of each message.
// Runs as a separate Node process on the built packages.
import { writeSync } from 'node:fs'
import { StoreError } from '@hermes/core'
import { createSqliteStore } from '@hermes/state'

const [path = ''] = process.argv.slice(2)
const kindOf = (error: unknown) => (StoreError.is(error) ? error.kind : 'foreign')

const store = await createSqliteStore({ path }).catch((error: unknown) => {
  writeSync(1, `refused ${kindOf(error)}\n`)
  process.exit(0)
})
for (let number = 0; number < 30; number++) {
  const content = `${number} ${'x'.repeat(3000)}`
  try {
    await store.messages.append('s', [{ message: { role: 'user', content }, timestampMs: number }])
    writeSync(1, `stored ${number}\n`)
  } catch (error) {
    writeSync(1, `refused ${kindOf(error)}\n`)
  }
}
await store[Symbol.asyncDispose]()
