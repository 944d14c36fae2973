import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.ts'

export default defineConfig(
  library(['src/index.ts', 'src/postgres/index.ts', 'src/processes/index.ts', 'src/rows/schema.ts']),
)
