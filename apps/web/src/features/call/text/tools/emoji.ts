const listed = (emoji: string): readonly string[] => emoji.trim().split(/\s+/);

/** Groups of emoji that calls often need. Screen readers say the name of each in the user's language. */
export const emojiGroups = [
  {
    group: 'faces',
    emoji: listed(`
      😀 😃 😄 😁 😂 🤣 😊 🙂 🙃 😉 😍 🥰 😘 😋 😎 🤩
      🤔 🤨 😐 😑 🙄 😏 😮 😯 😴 🥱 😕 🙁 😟 😢 😭 😤
      😠 😡 😱 😨 😰 🤒 🤕 🤢 🤧 😷 🥳 🤗 🤭 🤫 🤷 🤦
    `),
  },
  {
    group: 'hands',
    emoji: listed(`
      👍 👎 👌 🙏 👏 👋 🤝 🤞 🤟 🤙 💪 ☝️ 👆 👇 👈 👉
      ✋ ✊ 👊 ✌️ 🤲 🙌 ✍️ 👀 👂 🧏 ❤️ 🧡 💛 💚 💙 💔
    `),
  },
  {
    group: 'life',
    emoji: listed(`
      🏠 🏥 🏫 🏢 🚑 🚒 🚓 🚕 🚌 🚆 🚗 🚲 ✈️ 🚶 🦽 🦮
      👶 🧒 🧑 👵 👴 👪 🐶 🐱 🍎 🍞 🍽️ ☕ 🍺 🎂 🎉 🎁
      ☀️ 🌧️ ❄️ ⛈️ 🌙 🌸 💊 🩺 📱 💻 📷 🔑 💶 📅 ⏰ 📍
    `),
  },
  {
    group: 'signs',
    emoji: listed(`
      ✅ ❌ ❗ ❓ ⚠️ 🆘 🚫 💯 ➡️ ⬅️ ⬆️ ⬇️ 🔁 🔊 🔇 📞
      ⏳ 🔋 💡 ✉️ 1️⃣ 2️⃣ 3️⃣ 4️⃣ 5️⃣ 🔴 🟢 🔵 ⭐ 🔥 💤 🆗
    `),
  },
] as const;
