import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.ts'

export default defineConfig(
  library([
    'src/index.ts',
    'src/contracts/index.ts',
    'src/contracts/conversation-contract.ts',
    'src/conformance/main.ts',
    'src/fake-provider/main.ts',
  ]),
)
