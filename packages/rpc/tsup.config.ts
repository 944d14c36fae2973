import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.ts'

export default defineConfig(
  library(['src/index.ts', 'src/client/index.ts', 'src/schemas/index.ts', 'src/server/index.ts']),
)
