import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.ts'

export default defineConfig(
  library(['src/index.ts', 'src/docker/index.ts', 'src/sandbox/index.ts', 'src/ssh/index.ts'], {
    external: ['@lydell/node-pty'],
  }),
)
