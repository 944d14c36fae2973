import { existsSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { defineConfig } from 'tsup'
import { app } from '../../tsup.base.ts'

const options = app(import.meta.dirname, ['src/main.ts', 'src/agent.ts', 'src/acp.ts', 'src/index.ts'])

export default defineConfig({
  ...options,
  async onSuccess() {
    if (typeof options.onSuccess === 'function') await options.onSuccess()
    await copySkills()
  },
})

/** The bundled skills, beside the code that looks for them. */
async function copySkills(): Promise<void> {
  const target = join(import.meta.dirname, 'dist/skills')
  await rm(target, { recursive: true, force: true })
  const source = join(import.meta.dirname, '../../skills')
  if (existsSync(source)) await cp(source, target, { recursive: true })
}
