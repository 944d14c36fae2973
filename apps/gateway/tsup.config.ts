import { defineConfig } from 'tsup'
import { agentModules } from '../../scripts/build/agent-modules.ts'
import { app } from '../../tsup.base.ts'

export default defineConfig(
  app(import.meta.dirname, ['src/main.ts', 'src/index.ts'], {
    start: ['src/program/run-gateway.ts', ...agentModules(import.meta.dirname)],
  }),
)
