import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.ts'

export default defineConfig(
  library(['src/index.ts', 'src/openai-chat/index.ts', 'src/offline/index.ts', 'src/resolve/index.ts']),
)
