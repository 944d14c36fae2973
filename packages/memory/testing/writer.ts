import { createSqliteStore } from '@hermes/state'
import { createMemoryFiles } from '../src/files/memory-files.js'
import { createMemoryLock } from '../src/files/memory-lock.js'

/** A process that adds one entry after another and prints the number of each as soon as it is kept. */
const [folder = '', name = '', from = '', to = '', limit = ''] = process.argv.slice(2)
await using store = await createSqliteStore({ path: `${folder}/state.db` })
const lock = createMemoryLock(store.claims)
const { notes } = createMemoryFiles({ folder, lock, notesLimit: Number(limit) }).of()
for (let number = Number(from); number < Number(to); number++) {
  await notes?.change([{ action: 'add', content: `${name}:${number}` }], { by: 'tool' })
  process.stdout.write(`${number}\n`)
}
