import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../testing/serve-chats.js'

const patient = { timeout: 10_000 }
const command = 'echo "in $PWD"'

const serve = () =>
  serveChats({
    platforms: { net: { admins: ['ada'], allow_from: ['ben'] } },
    script: (body) => text(`Read: ${Object(body).messages.at(-1).content}`),
    settings: {
      terminal: { sandbox: 'off' },
      quick_commands: {
        place: { type: 'exec', command },
        mail: { type: 'alias', target: 'Summarise my mail.' },
        where: { type: 'alias', target: '/place' },
      },
    },
  })

test('quick commands of the settings work in chats, with the environment of commands', async () => {
  const { network, shown, home } = await serve()
  network().say({ text: '/where' })
  await expect.poll(() => shown(), patient).toEqual([`\`\`\`\nin ${home}\n\`\`\``])
  network().say({ text: '/mail of today' })
  await expect.poll(() => shown()[1], patient).toBe('Read: Summarise my mail. of today')
})

test('command lines are for administrators', async () => {
  const { network, shown } = await serve()
  network().say({ text: '/place', sender: { id: 'ben' } })
  await expect.poll(() => shown(), patient).toEqual(['/place needs the role "admin".'])
  network().say({ text: '/where', sender: { id: 'ben' } })
  await expect.poll(() => shown()[1], patient).toMatch(/needs the role "admin"/)
  network().say({ text: '/mail', sender: { id: 'ben' } })
  await expect.poll(() => shown()[2], patient).toBe('Read: Summarise my mail.')
})
