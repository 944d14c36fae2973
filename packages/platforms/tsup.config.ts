import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.ts'

export default defineConfig(
  library([
    'src/index.ts',
    'src/email/index.ts',
    'src/matrix/index.ts',
    'src/messages/index.ts',
    'src/messages/tool-identity.ts',
    'src/telegram/index.ts',
  ]),
)
