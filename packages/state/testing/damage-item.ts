import { execFileSync } from 'node:child_process'
import type { WorkItemRef } from '@hermes/core/queue'

const program = `
  const [path, queue, id] = process.argv.slice(1)
  const database = new (require('node:sqlite').DatabaseSync)(path)
  database.prepare("update work_items set payload = '[0]' where queue = ? and id = ?").run(queue, id)
  database.close()`

/**
 * Changes the payload of a work item in a store file that is in use, but not its checksum. In another process, because a
 * second SQLite library in this one would release the locks of the first.
 */
export async function damageItem(path: string, { queue, id }: WorkItemRef): Promise<void> {
  execFileSync(process.execPath, ['--no-warnings', '-e', program, path, queue, id])
}
