import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.ts'

export default defineConfig(
  library([
    'src/index.ts',
    'src/doors/environment.ts',
    'src/doors/extension.ts',
    'src/doors/hooks.ts',
    'src/doors/origins.ts',
    'src/doors/platform.ts',
    'src/doors/questions.ts',
    'src/doors/queue.ts',
    'src/doors/sessions.ts',
    'src/doors/wiring.ts',
  ]),
)
