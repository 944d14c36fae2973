import type { Catalog } from '@hermes/safety/language'

/** Settings of chat networks, as the setup asks for them. */
export const chatNetworks: Catalog = {
  'How long one request waits for messages': '一次请求等待消息的时长',
  'How far back messages are answered from before the first start': '首次启动前多久的消息会被回答',

  // Telegram.
  'The token of the bot, from @BotFather': '机器人的 token，来自 @BotFather',
  'Write to @BotFather on Telegram, send /newbot, and copy the token of the new bot.':
    '在 Telegram 上联系 @BotFather，发送 /newbot，然后复制新机器人的 token。',
  'The address of the Bot API server': 'Bot API 服务器的地址',
  'The public address of the webhook': 'webhook 的公开地址',
  'The secret that Telegram sends to the webhook': 'Telegram 发送给 webhook 的密钥',
  'People have numbers such as 123456789; @userinfobot on Telegram tells them theirs.':
    '用户 ID 是数字，例如 123456789；可向 Telegram 上的 @userinfobot 查询。',
  'A direct chat has the number of its person, a group a negative one such as -1001234567890.':
    '私聊的 ID 就是用户的数字，群组是负数，例如 -1001234567890。',

  // Matrix.
  'The address of the homeserver, like https://matrix.example.org':
    'homeserver 的地址，例如 https://matrix.example.org',
  'The access token of the account of the agent': '智能体账号的访问令牌',
  'Create an account for the agent and log in once. In Element the token is in All settings, Help & About, Access Token; close Element then without logging out.':
    '为智能体创建账号并登录一次。在 Element 中，令牌位于“所有设置”→“帮助及关于”→“访问令牌”；随后关闭 Element，不要退出登录。',
  'Join rooms that the agent is invited to, or only answer in rooms that its account is in':
    '加入智能体受邀的房间，或只在其账号已加入的房间中回答',
  'Take part in encrypted rooms, and which devices of its people can read the agent':
    '参与加密房间，以及用户的哪些设备可以读取智能体的消息',
  'People have ids such as @ada:example.org; clients show them in the profile.':
    '用户 ID 形如 @ada:example.org；客户端在个人资料中显示。',
  'Rooms have ids such as !abc:example.org; clients show them in the advanced settings of the room.':
    '房间 ID 形如 !abc:example.org；客户端在房间的高级设置中显示。',

  // Email.
  'The address of the agent': '智能体的邮箱地址',
  'The name that answers show beside the address': '回复中显示在地址旁的名称',
  'The name to log in with': '登录名',
  'The password, or an app password': '密码或应用专用密码',
  'Many providers want an app password, which the security settings of the account create.':
    '许多邮件服务商要求应用专用密码，可在账号的安全设置中创建。',
  'The IMAP server': 'IMAP 服务器',
  '993 is encrypted from the start; on other ports STARTTLS is required': '993 全程加密；其他端口需要 STARTTLS',
  'The SMTP server': 'SMTP 服务器',
  '465 is encrypted from the start; on other ports STARTTLS is required': '465 全程加密；其他端口需要 STARTTLS',
  'Connect without encryption, for servers on this machine': '不加密连接，用于本机服务器',
  'The folder that is watched': '监视的文件夹',
  'The name that the mail server writes at the start of its Authentication-Results headers, like mx.google.com':
    '邮件服务器写在 Authentication-Results 头开头的名称，例如 mx.google.com',
  'Open the source of a mail in the mailbox. The name stands behind the first "Authentication-Results:", before the semicolon.':
    '打开邮箱中某封邮件的源码。名称位于第一个“Authentication-Results:”之后、分号之前。',
  'Believe the sender that a mail names, which anyone can forge, when there is no authserv_id':
    '没有 authserv_id 时相信邮件声称的发件人（任何人都可伪造）',
  'Older mail is not answered': '更早的邮件不回答',
  'How often to look for mail that the server has not announced': '多久检查一次服务器未通知的新邮件',
  'People are known by their addresses, such as ada@example.org.': '用户以邮箱地址识别，例如 ada@example.org。',
  'A chat is the address of a person.': '聊天就是某个人的邮箱地址。',
}
