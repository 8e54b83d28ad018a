import { roles } from "../../contracts/accounts/account-rules.ts";

/**
 * Runs in the head before the first paint: cached pages are the same for everyone, so the cart's count (`.cart-count`) and
 * the role (`.if-visitor`) come from localStorage. Later the two stores keep them up to date. Empty in the browser's bundle.
 */
export const HEAD_SCRIPT = import.meta.env.SSR
  ? `var r=document.documentElement;try{var n=0,c=JSON.parse(localStorage.getItem("cart")||"[]");c.forEach(function(l){n+=l.qty>0?l.qty|0:0});if(n>0){r.dataset.cart=n;r.style.setProperty("--cart-count",Math.min(n,99));r.style.setProperty("--cart-lines",c.length)}}catch(e){}try{var p=JSON.parse(atob(localStorage.getItem("token").split(".")[1].replace(/-/g,"+").replace(/_/g,"/")));if(!(p.exp*1e3<=Date.now())&&/^(${roles.join("|")})$/.test(p.role))r.dataset.login=p.role}catch(e){}`
  : "";
