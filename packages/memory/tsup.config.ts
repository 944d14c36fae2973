import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.ts'

export default defineConfig(
  library(['src/index.ts', 'src/local/index.ts', 'src/tool/tool-identity.ts', 'src/providers/*/index.ts']),
)
