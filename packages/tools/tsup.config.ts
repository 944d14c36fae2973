import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.ts'

export default defineConfig(
  library([
    'src/index.ts',
    'al/src/index.ts',
    'src/archive/index.ts',
    'src/checkpoints/index.ts',
    'src/code/index.ts',
    'src/delegate/index.ts',
    'src/pins/index.ts',
    'src/session-search/index.ts',
    'src/vision/index.ts',
    'src/web/index.ts',
  ]),
)
