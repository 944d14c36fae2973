import { platformContract } from '../../contracts/platform-contract.js'
import { createScriptedNetwork } from './scripted-network.js'

for (const isIdempotent of [false, true]) {
  platformContract({
    name: isIdempotent ? 'scripted, with idempotent sends' : 'scripted',
    open() {
      const network = createScriptedNetwork({ limits: { isIdempotent } })
      return {
        connect: () => network.connect(),
        address: { chatId: 'chat-1' },
        say: (text) => network.say({ text }),
        sayAlbum(text) {
          const picture = { id: 'f', kind: 'image', name: 'f.png', mediaType: 'image/png' } as const
          for (const each of [text, '']) network.say({ text: each, albumId: text, attachments: [picture] })
        },
        press: (messageId, value) => network.press(messageId, value),
        makeNoise: () => undefined,
        shown: () => network.shown,
        failNext: (failure) => network.failNext(failure),
      }
    },
  })
}
