import type { Catalog } from '@hermes/safety/language'

/** Messages of `hermes webhook`. */
export const webhooks: Catalog = {
  'There are no webhooks. To add one: hermes webhook subscribe --help':
    '没有 webhook。添加：hermes webhook subscribe --help',
  'all events': '所有事件',
  'Secret of the sender: ': '发送方的密钥：',
  'URL:     {0}': '地址：  {0}',
  'Secret:  {0}': '密钥：  {0}',
  'Enter both at the service. From outside of this machine, it needs a public address that leads here.':
    '请在服务中填入这两项。要从本机之外访问，需要一个通向此处的公网地址。',
  'Without a signature, only programs of this machine can send events, while the gateway listens on it alone.':
    '没有签名时，只有本机的程序可以发送事件，且网关须仅在本机监听。',
  'The event is not answered. {0}': '不会应答此事件。{0}',
  'Name it with --events.': '请用 --events 指定事件名称。',
  '{0} is answered by the running gateway. Answers go to {1}.': '{0} 由运行中的网关应答。回答发送到 {1}。',
  'No gateway of this home runs here. {0} is answered when one does. Answers go to {1}.':
    '这里没有运行此主目录的网关。网关运行后会应答 {0}。回答发送到 {1}。',
}
