import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.ts'

export default defineConfig(
  library(['src/index.ts', 'src/approval/index.ts', 'src/delegate/index.ts', 'src/web/index.ts']),
)
