import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: "es2022", assetsInlineLimit: 0 },
  // Found only when the first page asks for it, which would make a fresh development server reload that page.
  optimizeDeps: { include: ["lucide-react"] },
});
