/** The tool in this folder without its code: settings are checked against it before any tool is loaded. */
export const sendMessageIdentity = { name: 'send_message', toolset: 'messaging' }
