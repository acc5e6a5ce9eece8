import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** The sitemap. Every address is made in paths.ts and leads here. */
export default [
  layout("shell/storefront.layout.tsx", [
    index("catalogue/home.page.tsx"),
    route("products", "catalogue/products.page.tsx"),
    route("details/:slug", "catalogue/details.page.tsx"),
    route("cart", "cart/cart.page.tsx"),
    route("login-success", "accounts/login-success.page.tsx"),
    route("sign-up", "accounts/sign-up.page.tsx"),
    route("forgot-password", "accounts/forgot-password.page.tsx"),
    route("reset-password", "accounts/reset-password.page.tsx"),
    route("verify-email", "accounts/verify-email.page.tsx"),
    route("privacy", "shop/privacy.page.tsx"),
    route("terms", "shop/terms.page.tsx"),
    route("delivery", "shop/delivery.page.tsx"),
    route("returns", "shop/returns.page.tsx"),
    route("contact", "shop/contact.page.tsx"),
    route("account", "accounts/account.layout.tsx", [
      index("accounts/overview.page.tsx"),
      route("orders", "orders/orders.page.tsx"),
      route("orders/:order_id", "orders/order.page.tsx"),
      route("wishlist", "wishlist/wishlist.page.tsx"),
      route("notifications", "notifications/notifications.page.tsx"),
      route("reviews", "reviews/reviews.page.tsx"),
      route("profile", "accounts/profile.page.tsx"),
      route("addresses", "accounts/addresses.page.tsx"),
    ]),
    ...["orders", "wishlist", "notifications", "reviews"].map((name) =>
      route(name, "shell/moved-to-account.page.tsx", { id: `moved-${name}` }),
    ),
    ...["forbidden", "unauthorized"].map((name) => route(name, "shell/forbidden.page.tsx", { id: name })),
    route("*", "shell/not-found.page.tsx"),
  ]),
  layout("checkout/checkout.layout.tsx", [
    route("checkout", "checkout/checkout.page.tsx"),
    route("payment/:order_id", "checkout/payment.page.tsx"),
  ]),
  route("dashboard", "dashboard/dashboard.layout.tsx", [
    index("dashboard/to-home.page.tsx"),
    route("home", "dashboard/dashboard.page.tsx"),
    route("orders", "orders/orders.admin.page.tsx"),
    route("orders/:order_id", "orders/order.admin.page.tsx"),
    route("ledger", "ledger/ledger.admin.page.tsx"),
  ]),
] satisfies RouteConfig;
