import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openFolder } from '@hermes/safety/files'
import { entriesOf } from './git-files.js'

const derived = [
  { folder: 'info', pattern: /^commit-graph$/ },
  { folder: 'info/commit-graphs', pattern: /^commit-graph-chain$/ },
  { folder: 'pack', pattern: /^multi-pack-index$|[.]bitmap$/ },
]

/** Removes git caches that may be wrong after objects were damaged. Git works without them. */
export async function removeDerived(objects: string): Promise<void> {
  for (const { folder, pattern } of derived) {
    const path = join(objects, folder)
    for (const entry of entriesOf(path).filter((each) => each.isFile() && pattern.test(each.name))) {
      await using opened = await openFolder(path)
      await rm(opened.at(entry.name), { force: true })
    }
  }
}
