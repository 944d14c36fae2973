import { defineConfig } from 'tsup'
import { agentModules } from '../../scripts/build/agent-modules.ts'
import { app } from '../../tsup.base.ts'

export default defineConfig(
  app(import.meta.dirname, ['src/main.ts', 'src/index.ts', 'src/run-compiled.ts'], {
    joined: {
      // What is loaded before the compile cache is on is not cached.
      launch: ['src/main.ts'],
      start: ['src/program/run-gateway.ts', ...agentModules(import.meta.dirname)],
      // Loaded once a gateway is ready.
      api: ['src/serving/to-listener.ts', 'src/api/create-app.ts'],
    },
    scripts: ['start', 'api'],
  }),
)
