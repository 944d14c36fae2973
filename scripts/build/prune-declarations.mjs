// Deletes the declarations that an entry point does not lead to. TypeScript writes one for each module; importers of an app need a few of them.
// Usage: node prune-declarations.mjs dist/index.d.ts
import { globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const [entry] = process.argv.slice(2)
const used = new Set()
const open = [resolve(entry)]
for (let path = open.pop(); path !== undefined; path = open.pop()) {
  if (used.has(path)) continue
  used.add(path)
  const found = readFileSync(path, 'utf8').matchAll(/(?:from|import|import\() ?['"](\.[^'"]+)\.js['"]/g)
  for (const [, name] of found) open.push(join(dirname(path), `${name}.d.ts`))
}
for (const path of globSync(`${dirname(entry)}/**/*.d.ts`)) {
  if (!used.has(resolve(path))) rmSync(path)
}
