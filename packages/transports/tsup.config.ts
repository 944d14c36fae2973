import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.ts'

export default defineConfig(
  library([
    'src/index.ts',
    'src/anthropic/index.ts',
    'src/auth/index.ts',
    'src/bedrock/index.ts',
    'src/catalog/index.ts',
    'src/openai-chat/index.ts',
    'src/openai-chat/fetch/index.ts',
    'src/openai-responses/index.ts',
    'src/offline/index.ts',
    'src/wrap/index.ts',
    'src/recording/index.ts',
  ]),
)
